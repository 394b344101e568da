import type { ConsoleProduct } from '../../console/product/product.ts'
import { Drop } from '../../console/shell/header/Drop.tsx'
import { t } from '../../console/i18n/t.ts'
import { CHOICES } from './choices.ts'
import { readCounters } from './counters.ts'
import { NewClues } from './NewClues.tsx'
import { lazyPart } from '../../console/boundaries/lazyPart.ts'

const ToolPanel = lazyPart(async () => ({ default: (await import('./ToolPanel.tsx')).ToolPanel }))

const Header = () => (
  <>
    <NewClues />
    <Drop icon="link" text={t('网络工具')} Panel={ToolPanel} className="tools" />
  </>
)

/**
 * What the supervision of trade adds to the console: new clues and network tools in the header, numbers at the menu.
 */
export const product: ConsoleProduct = {
  Header,
  counters: {
    read: readCounters,
    changedBy: ({ changes }) => changes?.includes('illegalResult') === true,
  },
  choices: CHOICES,
}
