import { startConsole } from './console/start.ts'
import { supervision } from './supervision/console/index.ts'

/** What browsers load: the console, with the products that it may be started for. */
startConsole([supervision])
