"""The server: matches between people and bots. docs/server-api.md describes what it says, docs/design/server.md why.

`match` is the state machine without any input or output, `wire` the messages, `telling` what a view looks like as a
message, `store` what is written before anybody hears of it, `hosting` a process's matches, `routes` the doors.
`service` holds all that a process has, `app` puts it together, `running` and `at_home` start it.
"""
