"""From a room to the HTML of its table: model, layout, html, with one cache."""
