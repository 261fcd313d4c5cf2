import pkg.nothing_here
