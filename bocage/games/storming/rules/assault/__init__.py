"""Mobile Assaults and the assault on Cherbourg."""
