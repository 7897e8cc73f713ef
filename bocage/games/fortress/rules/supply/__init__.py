"""Supply (18): lines through headquarters, ports and their capacity, and the Supply Phase."""
