import { t } from '../../i18n/t.ts'

/** Ticks all boxes of a group, or none. */
export function AllOrNone({ disabled, onPick }: { disabled: boolean | undefined; onPick: (all: boolean) => void }) {
  const CHOICES: [label: string, all: boolean][] = [
    ['全选', true],
    ['全不选', false],
  ]
  return (
    <span className="all-or-none">
      {CHOICES.map(([label, all]) => (
        <button key={label} type="button" className="link" disabled={disabled} onClick={() => onPick(all)}>
          {t(label)}
        </button>
      ))}
    </span>
  )
}
