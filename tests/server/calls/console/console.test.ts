import { onOneDatabase } from '../../support/both.ts'
import { choosingContract } from './choosing.ts'
import { keptContract } from './kept.ts'
import { mapContract } from './maps.ts'

/** What the console asks for beside records. */
onOneDatabase(choosingContract, keptContract, mapContract)
