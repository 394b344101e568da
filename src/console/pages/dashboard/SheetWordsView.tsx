import type { DashboardPage } from '../../../core/contract/configuration.ts'
import { t } from '../../i18n/t.ts'
import { factsOf, onlyTitle } from './sheetWords.ts'
import type { Board } from './useBoard.ts'

interface Props {
  page: DashboardPage
  board: Board
}

/** What a printed report has above its tables: first what it is, as its file does. */
export function SheetHead({ page, board }: Props) {
  return (
    <div className="sheet-paper">
      <p className="sheet-title">{t(onlyTitle(page) ?? page.title)}</p>
      <ul className="sheet-above">
        {page.sheet?.above.map(text => (
          <li key={text}>{t(text)}</li>
        ))}
      </ul>
      <p className="sheet-facts">
        {factsOf(board).map(text => (
          <span key={text}>{text}</span>
        ))}
      </p>
    </div>
  )
}

/** What it has below: how it was filled in, and who signs. */
export function SheetFoot({ page }: Pick<Props, 'page'>) {
  if (!page.sheet) return null
  const { notes, signatures } = page.sheet
  return (
    <footer className="sheet-paper">
      {notes.length > 0 && (
        <ol className="sheet-notes">
          {notes.map(text => (
            <li key={text}>{t(text)}</li>
          ))}
        </ol>
      )}
      <p className="sheet-signatures">
        {signatures.map(who => (
          <span key={who}>{t(who)}：</span>
        ))}
      </p>
    </footer>
  )
}
