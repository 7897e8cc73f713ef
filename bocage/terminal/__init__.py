"""Bocage in a terminal: the board, the question, the answers, and the loop of play."""
