"""The games, a folder each, with the same rooms in each. No game imports another; `bocage.shelf` finds them."""
