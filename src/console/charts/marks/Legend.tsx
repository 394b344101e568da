import { t } from '../../i18n/t.ts'

export const LEGEND_HEIGHT = 24

interface Props {
  items: readonly { key: string; label: string; colour: string }[]
  hidden: ReadonlySet<string>
  onToggle: (key: string) => void
}

/** One line of names above a picture; a click takes a series out and puts it back. What is long is scrolled. */
export const Legend = ({ items, hidden, onToggle }: Props) => (
  <ul className="chart-legend" aria-label={t('图例')}>
    {items.map(({ key, label, colour }) => (
      <li key={key}>
        <button type="button" aria-pressed={!hidden.has(key)} title={label} onClick={() => onToggle(key)}>
          <i className={`chart-key ${colour}`} />
          {label}
        </button>
      </li>
    ))}
  </ul>
)
