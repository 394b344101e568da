import { useApp } from '../../../app/useApp.ts'
import { labelKey, type Row } from '../../../../core/contract/api.ts'
import { plain } from '../../../fields/values/text.ts'
import { t } from '../../../i18n/t.ts'
import { isShown, type DrawnField, type DrawnSection } from './compile.ts'
import { Value } from './Sections.tsx'

/** Compares old and new values line by line; differences are marked by more than colour. */
export function Comparison({ section, row }: { section: DrawnSection; row: Row }) {
  const app = useApp()
  return (
    <section className="panel">
      <h2>{t(section.label)}</h2>
      <table className="figures comparison">
        <thead>
          <tr>
            <th scope="col">{t('项目')}</th>
            <th scope="col">{t('原值')}</th>
            <th scope="col">{t('修正后')}</th>
            <th scope="col">{t('比对')}</th>
          </tr>
        </thead>
        <tbody>
          {section.fields
            .filter(field => isShown(app, field, row))
            .map(one => (
              <Line key={one.field.name} of={one} row={row} />
            ))}
        </tbody>
      </table>
    </section>
  )
}

function Line({ of, row }: { of: DrawnField; row: Row }) {
  const { name, label, against = '' } = of.field
  const [before, after] = [plain(row[name]), plain(row[against])]
  const changed = after !== '' && after !== before
  return (
    <tr className={changed ? 'changed' : undefined}>
      <th scope="row">{t(label)}</th>
      <td>
        {changed && before ? (
          <s>
            <Value of={of} row={row} />
          </s>
        ) : (
          <Value of={of} row={row} />
        )}
      </td>
      <td>
        {after === '' ? (
          '–'
        ) : (
          <Value of={of} row={{ ...row, [labelKey(name)]: row[labelKey(against)], [name]: row[against] }} />
        )}
      </td>
      <td>{after === '' ? t('未修正') : changed ? t('不一致') : t('一致')}</td>
    </tr>
  )
}
