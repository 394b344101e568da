import { numberText } from '../../../fields/values/text.ts'
import { t } from '../../../i18n/t.ts'
import type { ShownJob } from '../jobs/jobs.ts'
import './extra.css'

export function JobBar({ job: { text, done, total, cancel } }: { job: ShownJob }) {
  return (
    <div className="strip job" role="status">
      <span>{text}</span>
      <progress value={done} max={Math.max(1, total)} aria-label={text} />
      <span className="num">
        {numberText(done)} / {numberText(total)}
      </span>
      <button type="button" className="link" onClick={cancel}>
        {t('取消')}
      </button>
    </div>
  )
}
