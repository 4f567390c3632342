import './deploy.css'
import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import type { Deployment } from '../../../contract/system/network.schema.ts'
import type { StepState } from '../../../contract/system/network.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { type Step, Steps } from '../../../ui/data/Steps.tsx'
import { linkClass } from '../../../ui/input/Button.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { useNow } from '../../../ui/data/useNow.ts'
import { type DeploymentWait, deploymentWaitOf, wayBack } from './await.logic.ts'

/** How often it looks, and how long it stays when all is done, ms. */
const every = 1000
const stays = 3000

/** Waits for a deployment, through reloads and while the server is away, and goes back by itself. */
export default function DeployAwait() {
  const [query] = useSearchParams()
  const back = wayBack(query.get('back'))
  const { data, error, refetch } = useRead('GET /network/deployment', undefined, { every })
  const now = useNow(1000)
  const at = deploymentWaitOf(data?.deployment, error, now)
  useReturn(at.at === 'done', back)
  return (
    <div className="deploy">
      <section className="deploy-card" aria-labelledby="deploy-title">
        <Shown at={at} back={back} onRetry={refetch} />
      </section>
    </div>
  )
}

function useReturn(done: boolean, back: string): void {
  const go = useNavigate()
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => void go(back, { replace: true }), stays)
    return () => clearTimeout(timer)
  }, [done, back, go])
}

function Shown({ at, back, onRetry }: { at: DeploymentWait; back: string; onRetry: () => void }) {
  const leave = (
    <Link className={linkClass(at.at === 'working' ? 'plain' : 'primary')} to={back} replace>
      {t('config.deploy_back')}
    </Link>
  )
  switch (at.at) {
    case 'asking':
      return (
        <>
          <h1 id="deploy-title">{t('screen.deploy-await')}</h1>
          <Loading kind="form" rows={3} />
        </>
      )
    case 'refused':
      return (
        <>
          <h1 id="deploy-title">{t('screen.deploy-await')}</h1>
          <ProblemView problem={{ code: at.code, status: 0, request_id: '' }} onRetry={onRetry} />
        </>
      )
    case 'nothing':
      return (
        <>
          <h1 id="deploy-title">{t('screen.deploy-await')}</h1>
          <Empty title={t('config.deploy_nothing')} icon="network" action={leave} />
        </>
      )
    default:
      return <Work at={at} leave={leave} />
  }
}

const tones = { working: 'accent', done: 'ok', failed: 'bad' } as const

function Work({ at, leave }: { at: Extract<DeploymentWait, { deployment: Deployment }>; leave: React.ReactNode }) {
  const { deployment, away, left } = at
  const back = deployment.state === 'rolling_back'
  return (
    <>
      <h1 id="deploy-title">{t(back ? 'config.deploy_rolling_back' : `config.deploy_${at.at}`)}</h1>
      <p className="mg-dim" role="status">
        {at.at === 'working' && !back && t('config.deploy_left', { n: left })}
        {at.at === 'done' && t('config.deploy_done_text', { ip: deployment.to.web_ip })}
        {at.at === 'failed' && t('config.deploy_failed_text', { step: t(`config.step.${brokenStep(deployment)}`) })}
        {back && t('config.deploy_rolling_back_text')}
      </p>
      <ProgressBar
        label={t('screen.deploy-await')}
        value={deployment.progress}
        tone={back ? 'warn' : tones[at.at]}
        showValue
      />
      {away && (
        <p className="deploy-away" role="status">
          <Icon name="network" /> {t('config.deploy_away', { ip: deployment.to.web_ip })}
        </p>
      )}
      <Steps
        steps={deployment.steps.map(({ name, state }) => ({
          title: t(`config.step.${name}`),
          about: t(`config.step_state.${state}`),
          ...looks[state],
        }))}
      />
      <p className="deploy-foot">
        <span className="mg-faint">{t('config.deploy_by', { who: deployment.by })}</span>
        {leave}
      </p>
    </>
  )
}

const brokenStep = (d: Deployment) => d.steps.find((s) => s.state === 'failed')?.name ?? 'verify'

const looks: Record<StepState, Pick<Step, 'status' | 'icon'>> = {
  waiting: { status: 'wait' },
  running: { status: 'process', icon: <span className="mg-btn-busy" aria-hidden="true" /> },
  done: { status: 'finish' },
  failed: { status: 'error' },
  undone: { status: 'wait', icon: <Icon name="undo" /> },
  skipped: { status: 'wait', icon: <Icon name="minus" /> },
}
