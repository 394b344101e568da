import type { KnownCode } from '../../core/index.ts'
import { HANDLERS } from '../calls/handlers.ts'
import { ANSWERS } from '../openapi/answers.ts'
import { answerWords } from '../openapi/answer-words.ts'
import type { Products } from './product.ts'

/** Names in the code of the engine and of these products that YAML may refer to. */
export const knownCode = (products: Products): KnownCode => ({
  handlers: Object.keys(HANDLERS),
  answers: {
    engine: answerWords(ANSWERS),
    products: Object.fromEntries(
      Object.entries(products).map(([name, { descriptions }]) => [name, answerWords(descriptions.answers)]),
    ),
  },
  products: Object.fromEntries(
    Object.entries(products).map(([name, { handlers, effects, ...words }]) => [
      name,
      {
        handlers: Object.keys(handlers),
        effects: Object.keys(effects),
        settings: words.settings,
        constants: words.constants,
        options: words.options,
        counters: words.counters,
        reportWords: words.reportWords,
        settingNames: words.settingNames,
        made: words.made,
        accounts: words.accounts,
      },
    ]),
  ),
})
