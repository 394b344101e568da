/* Loaded by browsers that are too old for the console, so it is written in what Internet Explorer understands. */
;(function () {
  var agent = navigator.userAgent
  function version(pattern) {
    var found = pattern.exec(agent)
    return found ? ' ' + found[1] : ''
  }
  function browser() {
    if (/MSIE|Trident/.test(agent)) return 'Internet Explorer' + version(/(?:MSIE |rv:)(\d+)/)
    if (/Edge\//.test(agent)) return 'Microsoft Edge' + version(/Edge\/(\d+)/)
    if (/Firefox\//.test(agent)) return 'Firefox' + version(/Firefox\/(\d+)/)
    if (/Chrome\//.test(agent)) return 'Chromium' + version(/Chrome\/(\d+)/)
    if (/Safari\//.test(agent)) return 'Safari' + version(/Version\/([\d.]+)/)
    return '未知'
  }
  function text(words) {
    return words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
  }
  document.write(
    '<div role="alert" style="max-width:640px;margin:64px auto;padding:24px 32px;border:1px solid #d0d5dd;border-radius:4px;' +
      "background:#fff;color:#1d2939;font:14px/1.8 'Microsoft YaHei','PingFang SC',sans-serif\">" +
      '<h1 style="margin:0 0 12px;font-size:20px">浏览器版本过低，不能打开本系统</h1>' +
      '<p>正在使用：<strong>' +
      text(browser()) +
      '</strong><br>需要：Chromium 内核 <strong>__CHROMIUM__</strong> 或更高版本（__SINCE__ 以后），例如谷歌浏览器、微软 Edge、' +
      '360、QQ 等浏览器的新版本</p>' +
      '<p>怎么办：</p><ol style="margin:0;padding-left:24px">' +
      '<li>双核浏览器（360、QQ、搜狗等）先切换到“极速模式”：点地址栏右侧的图标。“兼容模式”用的是 Internet Explorer。</li>' +
      '<li>仍然看到本页的，请升级浏览器；Windows 7 和 8 可用的最后版本是谷歌浏览器或 Edge __LAST__。</li>' +
      '<li>电脑不能上网或无权安装软件的，请把本页交给本单位的系统管理员。</li></ol>' +
      '<p style="margin:16px 0 0;color:#475467" lang="en">This browser is too old. Please use Chrome, Edge or another ' +
      'browser with Chromium __CHROMIUM__ or newer.</p>' +
      '<p style="margin:8px 0 0;color:#667085;font-size:12px;word-break:break-all">' +
      text(agent) +
      '</p></div>' +
      /* what follows in the page is text that nobody sees, and not run */
      '<plaintext style="display:none">'
  )
})()
