import { SPACE } from '../../theme/scale.ts'
import './items.css'

/** A record as a list on a dashboard shows it. */
export interface Item {
  key: string
  title: string
  /** a word or two behind the title, such as a state */
  note?: string
  /** when it was, as it is written */
  time?: string
  tone?: string
}
export interface ItemsProps {
  items: readonly Item[]
  width: number
  height: number
  /** moves by itself, where there is more than fits */
  isRolling?: boolean
  /** nobody scrolls a wall: no more than there is room for */
  onWall?: boolean
  /** what the list is, for those who do not see it */
  name: string
  onOpen?: (key: string) => void
}
const ROW = SPACE['sp-7']
const SECONDS_A_ROW = 2.5

/**
 * Records below each other. A rolling list moves only where it does not fit, stands still under a pointer and while it
 * has the focus, and never moves for who wants less motion.
 */
export function RollingList({
  items: all,
  width,
  height,
  isRolling = false,
  onWall = false,
  name,
  onOpen,
}: ItemsProps) {
  const items = onWall ? all.slice(0, Math.max(1, Math.floor(height / ROW))) : all
  const moves = isRolling && !onWall && items.length * ROW > height
  const rows = (isCopy: boolean) => (
    <ul aria-label={isCopy ? undefined : name} aria-hidden={isCopy || undefined}>
      {items.map(item => (
        <li key={item.key}>
          <Title item={item} isCopy={isCopy} onOpen={onOpen} />
          {item.note && <span className={`items-note ${item.tone ? `tone-${item.tone}` : ''}`}>{item.note}</span>}
          {item.time && <time className="num weak">{item.time}</time>}
        </li>
      ))}
    </ul>
  )
  return (
    <div className={moves ? 'items is-rolling' : 'items'} style={{ width, height }}>
      <div style={moves ? { animationDuration: `${items.length * SECONDS_A_ROW}s` } : undefined}>
        {rows(false)}
        {moves && rows(true)}
      </div>
    </div>
  )
}

/** Records along time, the newest above, with a dot for each. */
export const Timeline = ({ items, width, height, name, onOpen }: ItemsProps) => (
  <ol className="items timeline" style={{ width, height }} aria-label={name}>
    {items.map(item => (
      <li key={item.key}>
        <i className={`tone-${item.tone ?? 'processing'}`} aria-hidden="true" />
        <time className="num weak">{item.time}</time>
        <Title item={item} onOpen={onOpen} />
        {item.note && <span className="items-note weak">{item.note}</span>}
      </li>
    ))}
  </ol>
)

interface TitleProps {
  item: Item
  /** the second run of a rolling list is there for the eye only */
  isCopy?: boolean
  onOpen?: (key: string) => void
}
const Title = ({ item: { key, title }, isCopy = false, onOpen }: TitleProps) =>
  onOpen ? (
    <button
      type="button"
      className="link items-title"
      title={title}
      tabIndex={isCopy ? -1 : undefined}
      onClick={() => onOpen(key)}
    >
      {title}
    </button>
  ) : (
    <span className="items-title" title={title}>
      {title}
    </span>
  )
