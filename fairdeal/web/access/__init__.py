"""Who comes in and what they may: accounts, sessions, permissions and limits."""
