# Replaces links to files that are not installed with the documentation by their text: sed -E -f installed_links.sed
s/\[([^]]*)\]\(((\.\.\/)?(src|scripts|tests)\/|ARCHITECTURE\.md|CONTRIBUTING\.md|LICENSE)[^)]*\)/\1/g
