(function (w, d) {
  function lacks(path) {
    for (var at = w, parts = path.split('.'), i = 0; i < parts.length; i++) if (!(at = at[parts[i]])) return 1
  }
  if (lacks('__MARK__')) return d.write('<script src="__REFUSAL__"></script>')
  for (var names = '__POLYFILLED__'.split(' '), i = 0; i < names.length; i++)
    if (lacks(names[i])) return d.write('<script src="__POLYFILLS__"></script>')
})(window, document)
