import { onBothDatabases } from '../../support/both.ts'
import { renamesContract } from './renames.ts'

onBothDatabases(renamesContract)
