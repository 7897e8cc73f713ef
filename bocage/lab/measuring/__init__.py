"""Measuring: what played games say, how sure it is, whether forecasts are right and how fast it all goes."""
