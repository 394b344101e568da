import type { FilesFound } from '../../server/attachments/compare-files.ts'
import { faultLines } from '../../server/attachments/named-files.ts'
import { finding, words, type Finding } from './findings.ts'

/** `found`: rows compared with the files that they name, or why they could not be. */
export function filesFinding(found: FilesFound | string): Finding {
  const about = words('文件', 'Files')
  if (typeof found === 'string')
    return finding(
      about,
      'doubtful',
      words(`没有核对：${found}`, `They were not looked at: ${found}`),
      words('先处理上面的问题，再执行一次 doctor', 'Mend what is said above, and run doctor once more'),
    )
  const { count, named, read } = found
  if (count === 0)
    return finding(
      about,
      'good',
      words(`${named} 个都在，抽查了 ${read} 个的内容`, `All ${named} are there; the content of ${read} was read`),
    )
  return finding(
    about,
    'bad',
    words(
      `${named} 个中有 ${count} 个不在了或与存入时不同：\n${faultLines(found).join('\n')}`,
      `${count} of ${named} are gone, or are not what was stored:\n${faultLines(found).join('\n')}`,
    ),
    words(
      '检查数据目录的 files 是否已挂载，并从备份补回',
      'See whether the folder files of the data folder is mounted, and bring them back from a backup',
    ),
  )
}
