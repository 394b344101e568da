// one server and one browser for all
import './handling/clues.ts'
import './handling/tasks.ts'
import './handling/days.ts'
