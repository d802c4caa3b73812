"""How strong a hand is: three cards, best five of five to seven, blackjack totals."""
