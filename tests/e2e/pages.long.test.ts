// one server and one browser for all: to begin with them takes longer than many of the tests
import './pages/carriers.ts'
import './pages/records.ts'
import './pages/ahead.ts'
import './pages/every-route.ts'
