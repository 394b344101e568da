import type { ImportReport as Report } from '../../../../core/contract/imports.ts'
import { numberText } from '../../../fields/values/text.ts'
import { heard } from '../../../i18n/heard.ts'
import { t } from '../../../i18n/t.ts'

/** What the check has found: how many rows can be imported, and each cell that cannot with its reason. */
export function ImportReport({
  report: { good, bad, problems },
  onRefused,
}: {
  report: Report
  onRefused: () => void
}) {
  return (
    <div className="import-report">
      <p role="status">
        {t('检查完了：{good} 行可以导入，{bad} 行有问题。', { good: numberText(good), bad: numberText(bad) })}
        {good > 0 && bad > 0 && t('可以先导入没有问题的行，有问题的改好之后再导入一次。')}
      </p>
      {bad > 0 && (
        <>
          <p>
            <button type="button" className="button" onClick={onRefused}>
              {t('下载有问题的 {n} 行', { n: numberText(bad) })}
            </button>
          </p>
          <table className="import-problems">
            <thead>
              <tr>
                <th scope="col">{t('单元格')}</th>
                <th scope="col">{t('原因')}</th>
              </tr>
            </thead>
            <tbody>
              {problems.map(({ cell, reason }, at) => (
                // one cell may have several problems, and a report never changes
                // oxlint-disable-next-line react/no-array-index-key
                <tr key={at}>
                  <td>{/^\d/.test(cell) ? t('第 {n} 行', { n: cell }) : cell}</td>
                  <td>{heard(reason)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {bad > new Set(problems.map(({ row }) => row)).size && (
            <p className="weak">{t('只列出了前面的问题，全部原因写在下载的文件里。')}</p>
          )}
        </>
      )}
    </div>
  )
}
