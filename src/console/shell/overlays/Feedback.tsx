import App from 'antd/es/app'
import { useEffect } from 'react'
import type { Notice, Question } from '../../feedback/notice.ts'
import { t } from '../../i18n/t.ts'
import { Antd } from '../../theme/Antd.tsx'
import type { FeedbackPart } from './feedback-part.ts'

/** Uses message and modal from antd's App context, because the static functions ignore theme and language. */
export function Feedback({ onReady }: { onReady: (part: FeedbackPart) => void }) {
  return (
    <Antd>
      <App component={false}>
        <Bridge onReady={onReady} />
      </App>
    </Antd>
  )
}

function Bridge({ onReady }: { onReady: (part: FeedbackPart) => void }) {
  const { message, modal } = App.useApp()
  useEffect(() => {
    const notice = ({ level, text, seconds }: Notice) => {
      void message.open({
        type: level,
        content: <span className="notice">{text}</span>,
        ...(seconds ? { duration: seconds } : {}),
      })
    }
    const ask = ({ title, text, ok, danger, only }: Question) =>
      new Promise<boolean>(resolve => {
        const settings = {
          title,
          content: text,
          okText: ok,
          cancelText: t('取消'),
          okButtonProps: { danger: danger ?? false },
          autoFocusButton: danger ? ('cancel' as const) : ('ok' as const),
          onOk: () => resolve(true),
          onCancel: () => resolve(false),
        }
        if (only) modal.info(settings)
        else modal.confirm(settings)
      })
    onReady({ notice, ask })
  }, [message, modal, onReady])
  return null
}
