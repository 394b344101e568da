import { shapeOf } from './shapes.ts'
import { t } from '../../i18n/t.ts'
import { SIZE } from '../../theme/scale.ts'

export const LEGEND_HEIGHT = SIZE.hit

interface Props {
  items: readonly { key: string; label: string; colour: string; line?: number }[]
  /** `line`: which shape tells it from others without colours */
  hidden: ReadonlySet<string>
  onToggle: (key: string) => void
}

/** One line of names above a picture; a click takes a series out and puts it back. What is long is scrolled. */
export const Legend = ({ items, hidden, onToggle }: Props) => (
  <ul className="chart-legend" aria-label={t('图例')}>
    {items.map(({ key, label, colour, line }) => (
      <li key={key}>
        <button type="button" aria-pressed={!hidden.has(key)} title={label} onClick={() => onToggle(key)}>
          {line === undefined ? (
            <i className={`chart-key ${colour}`} />
          ) : (
            <svg className={colour} width={SIZE['w-key']} height={SIZE['h-key']} aria-hidden="true">
              <path className="mark" d={shapeOf(line)} transform="translate(7 5)" />
            </svg>
          )}
          {label}
        </button>
      </li>
    ))}
  </ul>
)
