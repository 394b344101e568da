import { buttonContract } from './workflow/buttons.ts'
import { journeyContract } from './workflow/journey.ts'
import { walkContract } from './workflow/walk.ts'
import { onBothDatabases } from './support/both.ts'

/** Clues on their way. */
onBothDatabases(buttonContract, journeyContract, walkContract)
