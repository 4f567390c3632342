import './states.css'
import { BrandMark } from '../shell/Brand.tsx'
import { Button } from '../../../ui/input/Button.tsx'

/** While there are no words yet; with a way to ask for them again, in both languages, when they did not come. */
export function Wordless({ retry }: { retry?: () => void }) {
  if (!retry)
    return (
      <div className="mg-starting mg-wordless">
        <BrandMark size={40} />
      </div>
    )
  return (
    <div className="mg-starting" role="alert">
      <div>
        <p>The texts of this application could not be loaded.</p>
        <p lang="zh-CN">应用的文字未能加载。</p>
        <div className="mg-notice-ways">
          <Button tone="primary" icon="refresh" onClick={retry}>
            Try again · <span lang="zh-CN">重试</span>
          </Button>
        </div>
      </div>
    </div>
  )
}
