/** Whether a certificate is genuine: by the number that is printed on it, or by its file. All that it says is shown, to be compared. */
import './check.css'
import { type FormEvent, useEffect, useState } from 'react'
import { certificateLimits } from '../../contract/record/certificate.ts'
import type { CertificateVerdict } from '../../contract/record/certificate.schema.ts'
import { format, t } from '../../i18n/index.ts'
import { useCall } from '../../kit/data/call.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { KeyValue } from '../../ui/data/KeyValue.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Button } from '../../ui/input/Button.tsx'
import { FileDrop } from '../../ui/input/FileDrop.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
import { verdictText, verdictTone } from './verdict.ts'
import { printedFacts } from './words.ts'

type Asked = { number: string } | { file: string }

export function CheckForm({ number }: { number: string }) {
  const [verify, { busy }] = useCall('POST /certificates/verify')
  const [typed, setTyped] = useState(number)
  const [found, setFound] = useState<CertificateVerdict>()
  const [problem, setProblem] = useState<AppProblem>()
  const check = async (body: Asked) => {
    setFound(undefined)
    setProblem(undefined)
    try {
      setFound(await verify({ body }))
    } catch (e) {
      setProblem(problemOf(e))
    }
  }
  // an address that names one is an answer already
  useEffect(() => {
    if (number) void check({ number })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for the number it was opened with
  }, [])
  const submit = (e: FormEvent) => {
    e.preventDefault()
    if (typed.trim()) void check({ number: typed })
  }
  return (
    <>
      <p className="mg-dim">{t('certificate.check_text')}</p>
      <form className="certificate-check" noValidate onSubmit={submit}>
        <TextField
          data-autofocus
          label={t('certificate.check_number')}
          hint={t('certificate.check_hint')}
          className="mg-mono"
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={setTyped}
        />
        <Button type="submit" tone="primary" icon="shield" busy={busy}>
          {t('certificate.check_do')}
        </Button>
      </form>
      <FileDrop
        accept={['.json']}
        max={certificateLimits.file}
        onFiles={([file]) => void (file && file.text().then((text) => check({ file: text })))}
      />
      <div role="status" className="certificate-verdict">
        {found && <Verdict of={found} />}
      </div>
      {problem && <ProblemView compact problem={problem} />}
    </>
  )
}

function Verdict({ of }: { of: CertificateVerdict }) {
  const tone = verdictTone(of)
  return (
    <>
      <p className={`certificate-says mg-tone-${tone}`}>
        <Icon name={tone === 'ok' ? 'ok' : tone === 'warn' ? 'warn' : 'bad'} />
        <strong>{verdictText(of)}</strong>
      </p>
      {of.certificate && (
        <>
          <p className="mg-dim">
            {of.verdict !== 'changed'
              ? t('certificate.check_again')
              : of.differs.length
                ? t('certificate.verdict.changed_fields', {
                    fields: format.list([...new Set(of.differs.map((f) => t(`certificate.differs.${f}`)))]),
                  })
                : t('certificate.verdict.changed_same')}
          </p>
          <KeyValue items={printedFacts(of.certificate).map((one) => ({ ...one, key: one.label }))} />
        </>
      )}
    </>
  )
}
