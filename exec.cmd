@rem npm scripts that take signals say "exec", so that no shell stands between npm and node; on Windows this stands for it.
@%*
