import type { FormPage } from '../../core/contract/configuration.ts'
import { t } from '../i18n/t.ts'

/** Progress of a form with steps; previous steps can be opened again. */
export function Steps({ page, step, onTurn }: { page: FormPage; step: number; onTurn: (step: number) => void }) {
  return (
    <ol className="steps" aria-label={t('步骤')}>
      {page.sections.map((section, i) => (
        <li
          key={section.name}
          className={i === step ? 'current' : i < step ? 'passed' : ''}
          aria-current={i === step ? 'step' : undefined}
        >
          <button type="button" onClick={() => onTurn(i)}>
            <i className="num">{i + 1}</i>
            {t(section.label)}
          </button>
        </li>
      ))}
    </ol>
  )
}
