/** What one says of oneself, in a form of four fields. */
import { type FormEvent, useId, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { Api } from '../../contract/api.ts'
import type { RouteResult } from '../../contract/lib/route.ts'
import { displayNameBreaks, type RuleBreak } from '../../contract/rules.ts'
import { phoneNumberBreaks, signatureBreaks } from '../../contract/system/identity.ts'
import { t, tOr } from '../../i18n/index.ts'
import { useWrite } from '../../kit/data/api.ts'
import { PictureControl } from '../../kit/picture/PictureControl.tsx'
import { sessionActions } from '../../kit/session/session.slice.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { Button } from '../../ui/input/Button.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
import { toast } from '../../ui/feedback/toast.ts'

type Profile = RouteResult<Api, 'GET /personal/profile'>

const say = (b: RuleBreak | undefined): string | undefined => b && tOr([`rule.${b.rule}`], t('rule.format'), b.params)
const unlessEmpty = (breaks: (v: string) => RuleBreak[], v: string) => (v === '' ? undefined : breaks(v)[0])

export default function ProfileDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const [values, setValues] = useState({
    name: profile.user.rep_name,
    phone: profile.phone,
    signature: profile.signature,
    avatar: profile.user.logo,
  })
  const [problem, setProblem] = useState<AppProblem>()
  const [write, { busy }] = useWrite('PUT /personal/profile')
  const send = useDispatch()
  const form = useId()
  const broken = {
    name: profile.may_rename ? displayNameBreaks(values.name)[0] : undefined,
    phone: unlessEmpty(phoneNumberBreaks, values.phone),
    signature: unlessEmpty(signatureBreaks, values.signature),
  }
  const field = (name: keyof typeof broken) => ({
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
    error: say(broken[name]),
  })
  const save = async (e: FormEvent) => {
    e.preventDefault()
    if (Object.values(broken).some(Boolean)) return
    setProblem(undefined)
    try {
      const { user } = await write({ body: { ...values, version: profile.version } })
      toast.ok(t('personal.saved'))
      send(sessionActions.meChanged(user))
      onClose()
    } catch (e) {
      setProblem(problemOf(e))
    }
  }
  return (
    <Dialog
      open
      title={t('personal.edit-title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button tone="primary" type="submit" form={form} busy={busy}>
            {t('kit.form.save')}
          </Button>
        </>
      }
    >
      <form id={form} className="mg-form" noValidate onSubmit={(e) => void save(e)}>
        {problem && <ProblemView compact problem={problem} />}
        {profile.may_rename ? (
          <TextField {...field('name')} data-autofocus label={t('personal.name')} autoComplete="name" required />
        ) : (
          <div>
            <span className="mg-label">{t('personal.name')}</span>
            <div>{values.name}</div>
            <p className="mg-hint">{t('personal.name-managed')}</p>
          </div>
        )}
        <TextField
          {...field('phone')}
          {...(profile.may_rename ? {} : { 'data-autofocus': true })}
          label={t('personal.phone')}
          type="tel"
          autoComplete="tel"
        />
        <TextField {...field('signature')} label={t('personal.signature')} hint={t('personal.signature-hint')} />
        <div role="group" className="personal-picture" aria-labelledby={`${form}-picture`}>
          <span id={`${form}-picture`} className="mg-label">
            {t('personal.picture')}
          </span>
          <PictureControl
            id={`${form}-file`}
            use="picture"
            value={values.avatar}
            disabled={busy}
            describedBy={undefined}
            onChange={(avatar) => setValues({ ...values, avatar })}
            onLeave={() => undefined}
          />
        </div>
      </form>
    </Dialog>
  )
}
