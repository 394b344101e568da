import { useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useApp } from '../../../app/useApp.ts'
import type { ListPage } from '../../../../core/contract/configuration.ts'
import { numberText } from '../../../fields/values/text.ts'
import { t } from '../../../i18n/t.ts'
import { jobs } from '../jobs/jobs.ts'
import { check, refusedRows, runImport, template, type Checked } from '../jobs/runImport.ts'
import { ImportReport } from './ImportReport.tsx'
import { JobBar } from './JobBar.tsx'
import { SidePanel } from './Sheet.tsx'
import './import.css'

type Step = { at: 'choose' } | { at: 'check'; name: string; id?: string } | { at: 'report'; checked: Checked }

/** Takes rows from a spreadsheet: template, file, report of what is wrong, and the import of the rest. */
export function ImportPanel({ page, onClose }: { page: ListPage; onClose: () => void }) {
  const app = useApp()
  const [step, setStep] = useState<Step>({ at: 'choose' })
  const [problem, setProblem] = useState('')
  const take = async (file: File): Promise<void> => {
    setProblem('')
    setStep({ at: 'check', name: file.name })
    try {
      const checked = await check(app, page, file, id => setStep({ at: 'check', name: file.name, id }))
      setStep(checked ? { at: 'report', checked } : { at: 'choose' })
    } catch (cause) {
      setProblem(cause instanceof Error ? cause.message : String(cause))
      setStep({ at: 'choose' })
    }
  }
  const run = async (checked: Checked): Promise<void> => {
    const refused = await runImport(app, page, checked)
    if (refused === undefined) onClose()
    else setProblem(refused)
  }
  const checked = step.at === 'report' ? step.checked : undefined
  return (
    <SidePanel
      title={t('导入{name}', { name: t(page.title) })}
      isChanged={() => step.at !== 'choose'}
      onClose={onClose}
      foot={checked && <ReportFoot checked={checked} onRun={run} onBack={() => setStep({ at: 'choose' })} />}
    >
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {step.at === 'choose' && <Choose onTemplate={() => void template(app, page)} onFile={file => void take(file)} />}
      {step.at === 'check' && <Checking name={step.name} id={step.id} />}
      {checked && <ImportReport report={checked.report} onRefused={() => void refusedRows(app, page, checked)} />}
    </SidePanel>
  )
}

/** Cells copied from a spreadsheet come as text, tab by tab. */
function pastedFile({ files, text }: { files: readonly File[]; text: string }): File | undefined {
  const [file] = files
  if (file && !file.type.startsWith('image/')) return file
  return text.includes('\t') || text.includes('\n') ? new File([text], `${t('粘贴的内容')}.csv`) : undefined
}

function Choose({ onTemplate, onFile }: { onTemplate: () => void; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const took = (data: DataTransfer): boolean => {
    const file = pastedFile({ files: [...data.files], text: data.getData('text/plain') })
    if (file) onFile(file)
    return file !== undefined
  }
  return (
    <>
      <Numbered n={1}>
        <p>{t('下载模板，在“数据”表里一行填一条。有下拉的格子从下拉中选，红色的列必填。')}</p>
        <button type="button" className="button" onClick={onTemplate}>
          {t('下载模板')}
        </button>
      </Numbered>
      <Numbered n={2}>
        <p>{t('选择填好的文件。先全部检查一遍，没有问题的行由您确认之后才写入。')}</p>
        <button
          type="button"
          className={over ? 'import-drop over' : 'import-drop'}
          onClick={() => input.current?.click()}
          onDragOver={event => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={event => {
            event.preventDefault()
            setOver(false)
            took(event.dataTransfer)
          }}
          onPaste={event => {
            if (took(event.clipboardData)) event.preventDefault()
          }}
        >
          <b>{t('选择文件')}</b>
          <span>{t('或拖到这里，或复制表格后在这里按 Ctrl+V')}</span>
          <span className="weak">{t('xlsx 或 csv，最多 50,000 行、20 MB')}</span>
        </button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".xlsx,.csv"
          aria-label={t('选择文件')}
          onChange={event => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) onFile(file)
          }}
        />
      </Numbered>
    </>
  )
}

const Numbered = ({ n, children }: { n: number; children: ReactNode }) => (
  <div className="import-step">
    <span className="num" aria-hidden>
      {n}
    </span>
    <div>{children}</div>
  </div>
)

/** Progress of the check, which counts rows once the file has been read. */
function Checking({ name, id }: { name: string; id: string | undefined }) {
  const app = useApp()
  const going = useSyncExternalStore(jobs(app).subscribe, jobs(app).list).find(job => job.id === id)
  return going && going.total > 0 ? (
    <JobBar job={going} />
  ) : (
    <p role="status">{t(id === undefined ? '正在上传{name}' : '正在读取{name}', { name })}</p>
  )
}

function ReportFoot({
  checked,
  onRun,
  onBack,
}: {
  checked: Checked
  onRun: (checked: Checked) => Promise<void>
  onBack: () => void
}) {
  const { good } = checked.report
  const [going, setGoing] = useState(false)
  const run = async (): Promise<void> => {
    setGoing(true)
    await onRun(checked).finally(() => setGoing(false))
  }
  return (
    <>
      <button type="button" className="button" onClick={onBack}>
        {t('重新选择文件')}
      </button>
      {good > 0 && (
        <button type="button" className="button primary" data-guard="" disabled={going} onClick={() => void run()}>
          {t('导入 {n} 行', { n: numberText(good) })}
        </button>
      )}
    </>
  )
}
