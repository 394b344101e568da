import type { Row } from '../../../core/contract/api.ts'
import type { BoardWidget, Column, ListPage } from '../../../core/contract/configuration.ts'
import { ringPath } from '../../charts/layout/round.ts'
import { currentConfig } from '../../data/config/config.ts'
import { useApp } from '../../app/useApp.ts'
import { definitionOf } from '../../fields/fields.ts'
import { plain } from '../../fields/values/text.ts'
import { t } from '../../i18n/t.ts'
import { Link } from './Link.tsx'
import './cards.css'

interface Props {
  widget: BoardWidget
  page: ListPage
  rows: Row[]
}

/** A card for each record: what it is, how far it has come, and some of its facts; its name leads to its page. */
export function CardsBody({ widget: { options }, page, rows }: Props) {
  const app = useApp()
  const context = { dictionaries: page.dictionaries, fileBase: currentConfig(app).manifest.app.api.fileBase }
  const named = (name: unknown): Column[] => page.columns.filter(column => column.name === name)
  const [ring] = named(options['ring'])
  const facts = Array.isArray(options['facts']) ? options['facts'].flatMap(named) : []
  const status = page.columns.find(({ kind }) => kind === 'status')
  const main = page.columns.find(column => column.page)
  const draw = (column: Column, row: Row) => definitionOf(column.kind).cell(column, context)(row[column.name], row)
  return (
    <ul className="board-cards">
      {rows.map(row => {
        const key = plain(row[page.entity.key])
        const title = plain(row[page.entity.title])
        return (
          <li key={key}>
            <h3 title={title}>
              {main?.page === undefined ? (
                title
              ) : (
                <Link page={main.page} search={`?${new URLSearchParams({ [page.entity.key]: key })}`}>
                  {title}
                </Link>
              )}
            </h3>
            {status && <p>{draw(status, row)}</p>}
            <div>
              {ring && <CardRing label={t(ring.label)} percent={row[ring.name]} />}
              <dl>
                {facts.map(column => (
                  <div key={column.name}>
                    <dt>{t(column.label)}</dt>
                    <dd className="num">{draw(column, row)}</dd>
                  </div>
                ))}
              </dl>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

const SIZE = 76
const RADIUS = 34
const THICK = 8
const FULL = 100
/** How far it has come; nothing yet and none are different. */
function CardRing({ label, percent }: { label: string; percent: unknown }) {
  const value = percent === null || percent === undefined || percent === '' ? undefined : Number(percent)
  const text = value === undefined ? '–' : `${Math.round(value)}%`
  return (
    <svg width={SIZE} height={SIZE} role="img" aria-label={`${label} ${text}`}>
      <g transform={`translate(${SIZE / 2} ${SIZE / 2})`}>
        <path className="card-track" d={ringPath(1, RADIUS, THICK)} />
        {value !== undefined && <path className="card-part" d={ringPath(Math.min(1, value / FULL), RADIUS, THICK)} />}
        <text textAnchor="middle" dy=".35em">
          {text}
        </text>
      </g>
    </svg>
  )
}
