import './host.css'
import { readConfig } from './config.ts'
import { startHost } from './host.ts'
import { readSettings } from './settings.ts'
import { hostTexts } from './texts.ts'

const root = document.getElementById('fh-root')
if (!root) throw new Error('index.html lacks #fh-root')
readConfig(new URL(location.href)).then(
  (config) => startHost(root, config),
  () => root.append(hostTexts[readSettings().language].configFailed),
)
