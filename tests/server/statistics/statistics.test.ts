import { onBothDatabases } from '../support/both.ts'
import { figuresContract } from './figures.ts'

/** Numbers as dashboards ask for them. */
onBothDatabases(figuresContract)
