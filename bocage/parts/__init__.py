"""What wargames share, one subject a module: functions of sets, numbers and callables, called by two games or more."""
