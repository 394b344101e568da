// one server and one browser for both
import './work/clues.ts'
import './work/tasks.ts'
