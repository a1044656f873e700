"""What a long run is made of: units of work, the file of their results, the figures with their bounds."""
