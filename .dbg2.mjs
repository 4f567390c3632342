import { chromium } from 'playwright'
const base='http://127.0.0.1:8091'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] })
const page = await (await b.newContext({locale:'en-US',viewport:{width:1920,height:1080},acceptDownloads:true})).newPage()
page.on('console',m=>console.log(m.type(),m.text().slice(0,500))); page.on('pageerror',e=>console.log('PAGEERROR',e.stack?.slice(0,900))); page.on('response',r=>{if(/export/.test(r.url()))console.log(r.status(),r.url(),JSON.stringify(r.headers()))}); page.on('download',d=>console.log('DOWNLOAD',d.suggestedFilename()))
await page.goto(base+'/page/mg/admin/resource/tool?q=nmap')
await page.getByLabel('User name').fill('admin_demo'); await page.getByLabel('Password',{exact:true}).fill('Copper-Meadow-27'); await page.getByLabel('Password',{exact:true}).press('Enter')
await page.getByRole('button',{name:'Export'}).click(); console.log(await page.getByRole('menuitem').allInnerTexts()); await page.getByRole('menuitem',{name:/CSV/}).click()
await page.waitForTimeout(3000); await page.screenshot({path:'/tmp/shots/export.png'})
await b.close()
