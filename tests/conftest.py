"""For all tests."""

import signal

# Background jobs of a shell ignore ctrl-C, and so do programs they start: tests that press it would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
