// one server and one browser for both
import './handling/clues.ts'
import './handling/tasks.ts'
