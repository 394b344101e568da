import { onBothDatabases, onEitherDatabase, onOneDatabase } from '../support/both.ts'
import { filteredContract } from './read/filtered.ts'
import { guessContract } from './read/guesses.ts'
import { layerMaskContract } from './read/layer-masks.ts'
import { listContract } from './read/lists.ts'
import { maskingContract } from './read/masking.ts'
import { pointingContract } from './read/pointing.ts'
import { repeatedContract } from './read/repeated.ts'
import { sizeContract } from './read/size.ts'
import { wordsContract } from './read/words.ts'
import { begunContract } from './write/begun.ts'
import { countedContract } from './write/counted.ts'
import { numberContract } from './write/numbers.ts'
import { savingContract } from './write/saving.ts'
import { websiteContract } from './write/websites.ts'

/** Records as they are listed, read and saved. */
onEitherDatabase(
  listContract,
  websiteContract,
  sizeContract,
  filteredContract,
  maskingContract,
  guessContract,
  layerMaskContract,
  repeatedContract,
  pointingContract,
  wordsContract,
  numberContract,
)
onOneDatabase(savingContract, begunContract)
// both take locks and count in their own way
onBothDatabases(countedContract)
