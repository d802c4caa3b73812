"""Games in which a player looks at a hand and plays or folds: dealer hands, decisions, strategy."""
