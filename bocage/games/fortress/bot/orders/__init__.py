"""What is done about it: landings, marches, lines, transport, aircraft, battles and the smaller questions."""
